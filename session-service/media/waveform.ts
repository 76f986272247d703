/** The number of points in a voice note's waveform, each from 0 to 100. */
const POINTS = 64;
const RATE_HZ = 8_000;
/** The number of samples per step. A step is a tenth of a second. */
const STEP = RATE_HZ / 10;

/** Arguments that make ffmpeg output the input for a Waveform: 8 kHz, 16-bit mono. */
export const WAVEFORM_OUTPUT = ["-vn", "-map", "0:a:0", "-ac", "1", "-ar", String(RATE_HZ), "-f", "s16le", "pipe:1"];

/** Measures a recording's loudness while it is being decoded. Stores only ten numbers per second. */
export class Waveform {
  readonly #steps: number[] = [];
  #sum = 0;
  #inStep = 0;
  #samples = 0;
  #odd: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const bytes = this.#odd.length > 0 ? Buffer.concat([this.#odd, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) {
      this.#sum += Math.abs(bytes.readInt16LE(at));
      this.#samples++;
      if (++this.#inStep === STEP) this.#endStep();
    }
    this.#odd = bytes.subarray(whole);
  }

  get durationSec(): number {
    return this.#samples / RATE_HZ;
  }

  /** Returns 64 numbers, scaled so that the loudest is 100, or a flat line for silence. */
  points(): Uint8Array {
    if (this.#inStep > 0) this.#endStep();
    const steps = this.#steps;
    const means = Array.from({ length: POINTS }, (_, point) => {
      const from = Math.floor((point * steps.length) / POINTS);
      const part = steps.slice(from, Math.max(from + 1, Math.floor(((point + 1) * steps.length) / POINTS)));
      return part.reduce((sum, step) => sum + step, 0) / Math.max(1, part.length);
    });
    const loudest = Math.max(...means);
    return Uint8Array.from(means, (mean) => (loudest === 0 ? 0 : Math.round((100 * mean) / loudest)));
  }

  #endStep(): void {
    this.#steps.push(this.#sum / this.#inStep);
    this.#sum = 0;
    this.#inStep = 0;
  }
}
