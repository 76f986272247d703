/** Matches a time zone name that is just an offset. Its sign is the reverse of the usual sign. */
const FIXED = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/;

/**
 * Returns a time zone's name as people write it, such as `Sao Paulo` for `America/Sao_Paulo` or `UTC−3` for
 * `Etc/GMT+3`.
 */
export function zoneName(zone: string): string {
  const [whole, sign, hours] = FIXED.exec(zone) ?? [];
  if (whole === undefined) return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  return hours === undefined || hours === "0" ? "UTC" : `UTC${sign === "+" ? "−" : "+"}${hours}`;
}
