/**
 * Zones whose offsets are whole, half and quarter hours, with and without clock changes, on both sides of the date
 * line.
 */
export const ZONES = [
  "UTC",
  "America/Sao_Paulo",
  "America/Santiago",
  "America/Asuncion",
  "America/Havana",
  "America/New_York",
  "America/Los_Angeles",
  "America/Mexico_City",
  "America/St_Johns",
  "America/Nuuk",
  "Atlantic/Azores",
  "Europe/London",
  "Europe/Lisbon",
  "Europe/Madrid",
  "Europe/Berlin",
  "Europe/Kyiv",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Jerusalem",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;
