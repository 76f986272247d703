/** The playback speeds, in the order in which the button cycles through them. */
const SPEEDS = [1, 1.5, 2];

/** Returns the next playback speed, wrapping around at the end. */
export const nextSpeed = (speed: number): number => SPEEDS[SPEEDS.indexOf(speed) + 1] ?? 1;

/** Formats a length or position as players do: `0:07`, `12:30`, `1:00:00`. @param seconds any number. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
