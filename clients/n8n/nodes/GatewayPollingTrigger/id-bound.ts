const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LETTERS = 10;

/**
 * Returns an event id that sorts before all ids created at or after the given instant. This works because ids start
 * with their creation time.
 */
export function idBound(at: Date): string {
  let left = Math.max(0, at.getTime());
  let time = "";
  for (let place = 0; place < TIME_LETTERS; place++) {
    time = `${LETTERS[left % LETTERS.length]}${time}`;
    left = Math.floor(left / LETTERS.length);
  }
  return `evt_${time}${"0".repeat(16)}`;
}
