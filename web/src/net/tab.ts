/** The browser's tab, as far as a connection has to know of it. */
export interface Tab {
  /** Whether nobody can see the page; its timers are slow then, or stand still. */
  readonly isHidden: boolean;
  /** Be told when the page is seen again or the network is back; returns how to be told no more. */
  onReturn(tell: () => void): () => void;
}

export const thisTab: Tab = {
  get isHidden() {
    return document.hidden;
  },
  onReturn(tell) {
    const events = new AbortController();
    const { signal } = events;
    const tellIfSeen = () => {
      if (!document.hidden) tell();
    };
    document.addEventListener('visibilitychange', tellIfSeen, { signal });
    window.addEventListener('online', tellIfSeen, { signal });
    return () => events.abort();
  },
};
