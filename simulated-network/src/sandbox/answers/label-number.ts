/**
 * Returns a label's id as a number, as phones use them. Clients can use any text as an id; if the id isn't a number, it
 * is returned as text.
 */
export function labelNumber(id: string): number | string {
  return /^\d{1,9}$/.test(id) ? Number(id) : id;
}
