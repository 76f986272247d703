import { BookOpen, BotMessageSquare, FileCode, type LucideIcon } from "lucide-react";
import { PAGE_TABLE, type PageRow } from "../page-table.ts";
import { paths } from "../paths.ts";

type Table = typeof PAGE_TABLE;
/** The name of a page that appears in the menu. */
type MenuPage = { [Page in keyof Table]: Table[Page] extends { menu: unknown } ? Page : never }[keyof Table];

/** An entry of the menu. */
export interface NavItem {
  to: string;
  key: `nav_${MenuPage}`;
  icon: LucideIcon;
}

const hasPlace = (page: string): page is MenuPage => "menu" in PAGE_TABLE[page as keyof Table]; // a key of the table

/** The menu, section by section. */
export const NAVIGATION = (["main", "developers", "account"] as const).map((part) => ({
  key: `nav_${part}` as const,
  items: Object.keys(PAGE_TABLE)
    .filter(hasPlace)
    .flatMap((page): NavItem[] => {
      const [of, icon]: NonNullable<PageRow["menu"]> = PAGE_TABLE[page].menu;
      return of === part ? [{ to: paths[page](), key: `nav_${page}`, icon }] : [];
    }),
}));

/** The documentation. Its pages are in English and are served wherever the panel is. */
export const DOCUMENTATION = [
  { href: "/docs/guides/index", key: "nav_guides", icon: BookOpen },
  { href: "/docs/reference", key: "nav_reference", icon: FileCode },
] as const;

/** The product's logo. */
export const Mark = BotMessageSquare;
