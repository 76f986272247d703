/**
 * Matches characters that change the direction of the text that follows. They could make one name look like another.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Displays a stranger's text with its direction isolated from the surrounding text. `isName` removes direction
 * characters.
 */
export function UserText({ children, isName = false }: { children: string; isName?: boolean }) {
  return <bdi dir="auto">{isName ? children.replaceAll(TURNING, "") : children}</bdi>;
}
