/** Characters that change the following text's direction; in a name they could make it look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text with its own direction. `isName`: removes direction characters. */
export function UserText({ children, isName = false }: { children: string; isName?: boolean }) {
  return <bdi dir="auto">{isName ? children.replaceAll(TURNING, "") : children}</bdi>;
}
