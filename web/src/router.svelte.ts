/** The address of the page, and how to go to another one without loading anew. */

interface Place {
  path: string;
  hash: string;
  search: string;
}

function here(): Place {
  return { path: location.pathname, hash: location.hash.slice(1), search: location.search };
}

let place = $state.raw<Place>(here());

export const route = {
  get path() {
    return place.path;
  },
  get hash() {
    return place.hash;
  },
  /** What follows the name of the page: `/rules/downtown` gives `downtown`. */
  get rest() {
    return place.path.split('/').filter(Boolean).slice(1).join('/');
  },
  get query() {
    return new URLSearchParams(place.search);
  },
};

/** Go to another page of the house. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  place = here();
  if (!place.hash) scrollTo(0, 0);
}

/** Follow plain links inside the house without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download'))
    return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', () => {
  place = here();
});
