/** Characters that change the direction of the following text: in a name they could make it look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text, in its own direction. `isName`: direction characters are removed. */
export function UserText({ children, isName = false }: { children: string; isName?: boolean }) {
  return <bdi dir="auto">{isName ? children.replaceAll(TURNING, "") : children}</bdi>;
}
