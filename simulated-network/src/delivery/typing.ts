/** The state of a typing indicator. */
export type TypingState = "composing" | "recording" | "paused";

/** A typing indicator that is shown to a person in a chat. */
export interface SeenTyping {
  readonly from: string;
  readonly chat_id: string;
  readonly state: TypingState;
  readonly at: Date;
}

/** The typing indicators that each person sees. A restart clears them, as on a real phone. */
export class Typing {
  readonly #seen = new Map<string, SeenTyping[]>();

  /** Replaces the indicator that the watcher sees for the person typing in this chat. */
  see(watcher: string, typing: SeenTyping): void {
    const others = this.of(watcher).filter(({ from, chat_id }) => from !== typing.from || chat_id !== typing.chat_id);
    this.#seen.set(watcher, [...others, typing]);
  }

  of(watcher: string): readonly SeenTyping[] {
    return this.#seen.get(watcher) ?? [];
  }
}
