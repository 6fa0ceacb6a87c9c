/** A word from the system when it is one's turn and the tab is out of sight, if that was wished for. */

import { keep, settings } from './settings.svelte';

/** Whether this browser can do it at all. */
export const canNotify = typeof Notification !== 'undefined';

/** Wish for it, or not any more; the browser asks the person once. */
export async function wishNotices(wish: boolean): Promise<void> {
  const isAllowed = wish && (await Notification.requestPermission()) === 'granted';
  keep({ notify: isAllowed });
}

/** Tell that one's turn has come; silent while the page is seen. */
export function notify(title: string, text: string): void {
  if (!settings.notify || !canNotify || !document.hidden) return;
  // By night nothing may differ from one player to the other.
  if (document.documentElement.classList.contains('night')) return;
  if (Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body: text, tag: 'omerta-turn' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
