/** `America/Sao_Paulo` -> `Sao Paulo`. */
export const zoneName = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
