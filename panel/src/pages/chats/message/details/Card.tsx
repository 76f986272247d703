import type { ReactNode } from "react";
import { UserText } from "../../../../ui/UserText.tsx";
import css from "../Message.module.css";
import own from "./Details.module.css";

/**
 * A card for one part of a message. @param props.title one of the panel's own texts, or a stranger's title in a
 * `UserText`.
 */
export function Card({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.box}>
      <p className={css.boxTitle}>
        {icon}
        {title}
      </p>
      {children}
    </div>
  );
}

/** A list of names and values. Entries without a value are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const said = of.filter(([, value]) => value !== null && value !== "");
  if (said.length === 0) return null;
  return (
    <dl className={own.facts}>
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? <UserText isName>{value}</UserText> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to a page outside the panel. It sends no referrer. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Returns a map URL for a location. */
export const mapAddress = (latitude: number, longitude: number) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
