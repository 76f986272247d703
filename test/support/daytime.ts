/**
 * A time zone whose clocks show one o'clock in the afternoon: a number in it holds no first message back for the night,
 * whenever the tests run.
 */
export function daytimeZone(now: Date): string {
  const hours = 13 - now.getUTCHours();
  // The names count westward.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
