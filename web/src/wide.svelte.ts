/** Whether there is room for everything at once; a phone shows the same things one below the other. */

const query = matchMedia('(min-width: 1081px)');
let isWide = $state(query.matches);
query.addEventListener('change', () => (isWide = query.matches));

export const room = {
  get isWide() {
    return isWide;
  },
};
