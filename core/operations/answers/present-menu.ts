import type { MenuChoice, MenuDocument } from "../../contracts/answers/menu.ts";
import type { Menu } from "../../contracts/answers/replace-menu.ts";
import type { MediaStore } from "../../ports.ts";
import type { MenuFile } from "../../records/answers/menu.ts";

type Shown = Menu["choices"][number];

/** Builds a menu as customers see it, with fresh links to its files. The result can be sent back unchanged in a PUT. */
export async function presentMenu(
  deps: { media: Pick<MediaStore, "link"> },
  { enabled, greeting, handover_message, choices, language = null }: MenuDocument,
): Promise<Menu> {
  const shown = await Promise.all(
    choices.map(async (choice) => {
      const inner = choice.choices && (await Promise.all(choice.choices.map((one) => choiceOf(deps, one))));
      return { ...(await choiceOf(deps, choice)), choices: inner ?? null };
    }),
  );
  return { enabled, greeting, handover_message, choices: shown, language };
}

async function choiceOf(
  deps: { media: Pick<MediaStore, "link"> },
  { label, outcome, answer = null, media }: MenuChoice,
): Promise<Omit<Shown, "choices">> {
  return { label, outcome, answer, media: media ? await mediaOf(deps, media as MenuFile) : null }; // as stored
}

async function mediaOf(
  { media }: { media: Pick<MediaStore, "link"> },
  { content, file }: MenuFile,
): Promise<NonNullable<Shown["media"]>> {
  const { mimetype, filename, voice } = content;
  if ("url" in content.file)
    return { ...{ id: null, url: content.file.url, mimetype, filename, voice }, size_bytes: null };
  const { key } = content.file;
  const url = await media.link(key, { mimetype, filename });
  return {
    ...{ id: key.slice(key.lastIndexOf("/") + 1), url, mimetype, filename, voice },
    size_bytes: file?.size_bytes ?? null,
  };
}
