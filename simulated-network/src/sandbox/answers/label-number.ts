/** A label's id as a number, as on phones; a client can use any text, which then stays text. */
export function labelNumber(id: string): number | string {
  return /^\d{1,9}$/.test(id) ? Number(id) : id;
}
