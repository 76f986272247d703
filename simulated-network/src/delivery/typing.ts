/** The state of a typing indicator. */
export type TypingState = "composing" | "recording" | "paused";

/** A typing indicator that a person sees in a chat. */
export interface SeenTyping {
  readonly from: string;
  readonly chat_id: string;
  readonly state: TypingState;
  readonly at: Date;
}

/** The typing indicators each person sees. As on a real phone, a restart clears them. */
export class Typing {
  readonly #seen = new Map<string, SeenTyping[]>();

  /** Replaces the indicator that the watcher saw for this person in this chat. */
  see(watcher: string, typing: SeenTyping): void {
    const others = this.of(watcher).filter(({ from, chat_id }) => from !== typing.from || chat_id !== typing.chat_id);
    this.#seen.set(watcher, [...others, typing]);
  }

  of(watcher: string): readonly SeenTyping[] {
    return this.#seen.get(watcher) ?? [];
  }
}
