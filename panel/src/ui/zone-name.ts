/** A zone named only by its offset, with an inverted sign. */
const FIXED = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/;

/** `America/Sao_Paulo` -> `Sao Paulo`; `Etc/GMT+3` -> `UTC−3`, as people write it. */
export function zoneName(zone: string): string {
  const [whole, sign, hours] = FIXED.exec(zone) ?? [];
  if (whole === undefined) return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  return hours === undefined || hours === "0" ? "UTC" : `UTC${sign === "+" ? "−" : "+"}${hours}`;
}
