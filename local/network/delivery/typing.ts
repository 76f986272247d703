/** What somebody is seen doing in a chat at the moment. */
export type TypingState = "composing" | "recording" | "paused";

/** What one person sees another do. */
export interface SeenTyping {
  readonly from: string;
  readonly chat_id: string;
  readonly state: TypingState;
  readonly at: Date;
}

/** Who is seen typing by whom. Nothing of it survives a restart, as on a real phone. */
export class Typing {
  readonly #seen = new Map<string, SeenTyping[]>();

  /** A chat shows only the last thing somebody did in it. */
  see(watcher: string, typing: SeenTyping): void {
    const others = this.of(watcher).filter(({ from, chat_id }) => from !== typing.from || chat_id !== typing.chat_id);
    this.#seen.set(watcher, [...others, typing]);
  }

  of(watcher: string): readonly SeenTyping[] {
    return this.#seen.get(watcher) ?? [];
  }
}
