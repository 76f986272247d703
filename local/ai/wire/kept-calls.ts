/** How many of the most recent calls are stored. */
const KEPT_MAX = 200;
/** How many characters of each text in a body are stored. Only images exceed this. */
const TEXT_MAX = 50_000;

/** A request as it was received, without its key. */
export interface AiCall {
  /** The time of the request in ISO 8601, on the gateway's clock. */
  at: string;
  path: string;
  /** The model named in the request, or null. */
  model: string | null;
  /** The JSON body, or a form's fields with each file replaced by its name and size. */
  body: unknown;
}

/** Stores the received prompts, oldest first. */
export class KeptCalls {
  readonly #calls: AiCall[] = [];

  add(at: Date, path: string, body: unknown): void {
    const model = Object(body).model;
    this.#calls.push({
      at: at.toISOString(),
      path,
      model: typeof model === "string" ? model : null,
      body: withoutPictures(body),
    });
    if (this.#calls.length > KEPT_MAX) this.#calls.shift();
  }

  list(): AiCall[] {
    return [...this.#calls];
  }
}

const withoutPictures = (body: unknown): unknown =>
  body === undefined
    ? null
    : JSON.parse(
        JSON.stringify(body, (_, value) =>
          typeof value === "string" && value.length > TEXT_MAX ? `[${value.length} characters]` : value,
        ),
      );
