import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { LogOut, Menu as MenuIcon, X } from "lucide-react";
import { useEffect, useState } from "react";
import { signOut } from "../api/me.ts";
import { shownWaiting, useWaiting } from "../api/news.ts";
import { paths } from "../paths.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/States.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useWords } from "../words/use-words.ts";
import { AccountPicker } from "./AccountPicker.tsx";
import css from "./Frame.module.css";
import { DOCUMENTATION, Mark, NAVIGATION } from "./navigation.ts";
import { useGoToChats } from "./shortcuts.ts";
import { useFirstSteps } from "./use-first-steps.ts";
import { useAccount, useMe } from "./use-me.ts";

const NewsWatcher = lazyPart(() => import("./news/NewsWatcher.tsx"), "NewsWatcher");

/** The frame around every page: the menu, the account, and notices about the account as a whole. */
export function Frame() {
  const t = useWords("common");
  const [isMenuOpen, openMenu] = useState(false);
  useGoToChats();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => openMenu(false), [path]);
  return (
    <div className={css.frame}>
      <a href="#content" className={css.skip}>
        {t("skip")}
      </a>
      <header className={css.bar}>
        <IconButton
          label={isMenuOpen ? t("close") : t("menu")}
          icon={isMenuOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onPress={() => openMenu(!isMenuOpen)}
        />
        <Product />
      </header>
      <aside id="menu" aria-label={t("product")} className={isMenuOpen ? css.sideOpen : css.side}>
        <Product />
        <AccountPicker />
        <Navigation />
        <Person />
      </aside>
      <main id="content" className={css.main} tabIndex={-1}>
        <AccountNotice />
        <Outlet />
        <NewsWatcher />
      </main>
    </div>
  );
}

function Product() {
  const t = useWords("common");
  return (
    <Link to={paths.overview()} className={css.product}>
      <Mark aria-hidden="true" />
      {t("product")}
    </Link>
  );
}

function Navigation() {
  const t = useWords("common");
  const hasFirstSteps = useFirstSteps();
  return (
    <nav aria-label={t("menu")} className={css.nav}>
      {NAVIGATION.map(({ key, items }) => (
        <div key={key}>
          <p className={css.navTitle} id={key}>
            {t(key)}
          </p>
          <ul role="list" aria-labelledby={key}>
            {items
              .filter(({ to }) => hasFirstSteps || to !== paths.start())
              .map(({ to, key: name, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} className={css.item} activeProps={{ "aria-current": "page" }}>
                    <Icon aria-hidden="true" />
                    {t(name)}
                    {name === "nav_chats" ? <Waiting /> : null}
                  </Link>
                </li>
              ))}
            {key === "nav_developers"
              ? DOCUMENTATION.map(({ href, key: name, icon: Icon }) => (
                  <li key={href}>
                    <a href={href} hrefLang="en" className={css.item}>
                      <Icon aria-hidden="true" />
                      {t(name)}
                    </a>
                  </li>
                ))
              : null}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Shows the number of people waiting for an answer next to the menu entry for chats. */
function Waiting() {
  const t = useWords("common");
  const waiting = useWaiting();
  if (waiting === 0) return null;
  const shown = shownWaiting(waiting);
  return (
    <span className={css.count}>
      <span aria-hidden="true">{shown}</span>
      <span className="hidden-visually">{t("waitingCount", { n: waiting, shown })}</span>
    </span>
  );
}

function Person() {
  const t = useWords("common");
  const { user } = useMe();
  const [isPending, setPending] = useState(false);
  const name = user.name ?? user.email;
  async function leave() {
    setPending(true);
    const { url } = await signOut().finally(() => setPending(false));
    location.assign(url);
  }
  return (
    <div className={css.person}>
      <p className={css.name} title={user.email}>
        <span className="hidden-visually">{t("signedInAs", { name: "" })}</span>
        <UserText isName>{name}</UserText>
      </p>
      <Button kind="quiet" isSmall icon={<LogOut aria-hidden="true" />} isPending={isPending} onPress={leave}>
        {t("signOut")}
      </Button>
    </div>
  );
}

/** Shows a notice if something has stopped the whole account. */
function AccountNotice() {
  const t = useWords("common");
  const account = useAccount();
  if (!account) return null;
  if (account.status === "suspended") return <Banner kind="bad" text={t("suspended")} />;
  if (account.trial_ends_at === null) return null;
  const leftMs = new Date(account.trial_ends_at).getTime() - Date.now();
  if (leftMs <= 0) return <Banner kind="warn" text={t("trialOver")} />;
  return null;
}

function Banner({ kind, text }: { kind: "warn" | "bad"; text: string }) {
  const t = useWords("common");
  return (
    <div className={css.banner}>
      <Notice kind={kind}>
        {text} <Link to={paths.usage()}>{t("nav_usage")}</Link>
      </Notice>
    </div>
  );
}
