import { useWords } from "../words/use-words.ts";

/** Returns a function that says why a message failed. Its page must load the words of chats. */
export function useWhyFailed(): (code: string) => string {
  const t = useWords("chats");
  return (code) => t(`fail_${code}` as "fail_server_error"); // each code of a message has its words
}
