import { createElement, type ReactNode } from "react";
import type { Message } from "../../../../../core/contracts/message.ts";
import { useWords } from "../../../words/use-words.ts";
import { type Format, formattedParts } from "../rules/formatted-parts.ts";
import { type MentionedPart, mentionedName, mentionedParts } from "../rules/mentioned-parts.ts";
import { textParts } from "../rules/text-parts.ts";
import details from "./details/Details.module.css";
import css from "./Message.module.css";

const NOBODY: NonNullable<Message["mentions"]> = [];

/**
 * A stranger's text with its line breaks, formatting, links and the names mentioned in it. The links send no referrer.
 */
export function LinkedText({
  children,
  mentions = NOBODY,
}: {
  children: string;
  mentions?: NonNullable<Message["mentions"]> | undefined;
}) {
  let at = 0;
  return (
    <bdi dir="auto" className={css.text}>
      {formattedParts(children).map(({ text, formats }) => {
        const key = at;
        at += text.length;
        return formats.reduceRight<ReactNode>(
          (inner, format) => createElement(ELEMENTS[format], { key }, inner),
          <Linked key={key} mentions={mentions}>
            {text}
          </Linked>,
        );
      })}
    </bdi>
  );
}

const ELEMENTS: Record<Format, string> = { bold: "strong", italic: "em", struck: "s", code: "code" };

function Linked({ children, mentions }: { children: string; mentions: NonNullable<Message["mentions"]> }) {
  let at = 0;
  return textParts(children).map(({ text, href }) => {
    const key = at;
    at += text.length;
    if (href === null) return <Named key={key} parts={mentionedParts(text, mentions)} />;
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  });
}

function Named({ parts }: { parts: MentionedPart[] }) {
  const t = useWords("content");
  let at = 0;
  return parts.map(({ text, of }) => {
    const key = at;
    at += text.length;
    if (of === null) return <span key={key}>{text}</span>;
    const name = mentionedName(of);
    return (
      <bdi key={key} className={details.mention} title={text}>
        {of.is_me ? t("mentionMe") : name === null ? text : `@${name}`}
      </bdi>
    );
  });
}
