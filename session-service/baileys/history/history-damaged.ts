/**
 * Thrown for a part of a history that can't be used, because it does not match its notice or is larger than any part
 * that phones send.
 */
export class HistoryDamaged extends Error {
  constructor(why: string) {
    super(`A part of the history can't be read: ${why}.`);
    this.name = "HistoryDamaged";
  }
}
