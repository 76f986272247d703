/** What a person sees of a message, in the sandbox's words. Exactly the part that fits `type` is not null. */
export interface ContentView {
  readonly type: "text" | "location" | "contact" | "poll" | "unknown";
  readonly text: string | null;
  readonly location: LocationView | null;
  readonly contact: ContactView | null;
  readonly poll: PollView | null;
}

/** A place; degrees. */
export interface LocationView {
  readonly latitude: number;
  readonly longitude: number;
  readonly title: string | null;
  readonly address: string | null;
}

/** A contact card; `phone` as digits where the card has a network number, else as written on it. */
export interface ContactView {
  readonly name: string | null;
  readonly phone: string | null;
  readonly organization: string | null;
}

/** A poll as it was asked. */
export interface PollView {
  readonly name: string;
  readonly options: readonly string[];
  readonly multiple_answers: boolean;
}

/** A view with nothing in it yet. */
export const EMPTY_VIEW: ContentView = { type: "unknown", text: null, location: null, contact: null, poll: null };
