/** Calls that are kept, the newest of them. */
const KEPT_MAX = 200;
/** Characters of one text of a body that are kept: more is a picture. */
const TEXT_MAX = 50_000;

/** One request as it came, without its key. */
export interface AiCall {
  /** ISO 8601, by the gateway's clock. */
  at: string;
  path: string;
  /** Null: the request named none. */
  model: string | null;
  /** The body's JSON; of a form its fields, a file as its name and size. */
  body: unknown;
}

/** The prompts that came, oldest first. */
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
