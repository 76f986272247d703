import { textParts } from "../rules/text-parts.ts";
import css from "./Message.module.css";

/** A stranger's text, with its lines and its links; a link does not reveal where it was. */
export function LinkedText({ children }: { children: string }) {
  let at = 0;
  return (
    <bdi dir="auto" className={css.text}>
      {textParts(children).map(({ text, href }) => {
        const key = at;
        at += text.length;
        if (href === null) return <span key={key}>{text}</span>;
        return (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        );
      })}
    </bdi>
  );
}
