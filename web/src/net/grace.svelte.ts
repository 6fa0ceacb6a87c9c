/** The moment between a tap and its move: nothing is sent yet, and *Back* takes it back. */

/** Milliseconds. */
export const GRACE = 2000;

export class Grace {
  isRunning = $state(false);
  /** How long it is, in milliseconds. */
  lasts = $state(GRACE);
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(then: () => void, lasts = GRACE): void {
    this.end();
    this.isRunning = true;
    this.lasts = lasts;
    this.#timer = setTimeout(() => {
      this.isRunning = false;
      then();
    }, lasts);
  }

  /** It was taken back, or is carried out at once. */
  end(): void {
    clearTimeout(this.#timer);
    this.isRunning = false;
  }
}
