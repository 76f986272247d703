/** A label's id as a number, which it is on phones; a client may have used any text, which then stays text. */
export function labelNumber(id: string): number | string {
  return /^\d{1,9}$/.test(id) ? Number(id) : id;
}
