import type { Words } from "../words.ts";

export const words: Words<"replies"> = {
  title: "Respuestas guardadas",
  intro: "Lo que tu equipo responde una y otra vez. En un chat, escribe / y el atajo.",
  toChats: "Chats",
  create: "Nueva respuesta",
  emptyTitle: "Aún no hay respuestas guardadas",
  emptyText: "Escribe una respuesta una sola vez y todo el equipo podrá usarla en cualquier chat.",
  search: "Buscar respuestas guardadas",
  noneTitle: "No se encontró ninguna respuesta",
  noneText: "Ningún atajo ni texto contiene esto.",
  shortcut: "Atajo",
  shortcutHint: "Escríbelo después de / en un chat. Solo letras, dígitos, - y _.",
  text: "Texto",
  textHint:
    "'{name}' se cambia por el nombre de la persona y '{number_name}' por el nombre de tu número. '{name|amigo}' pone «amigo» si no se conoce el nombre.",
  actions: "Acciones",
  change: "Editar",
  delete: "Eliminar",
  createTitle: "Nueva respuesta guardada",
  changeTitle: "Editar /{shortcut}",
  deleteTitle: "¿Eliminar /{shortcut}?",
  deleteText: "Desaparece para todo el equipo. Los mensajes ya enviados se quedan.",
  deleted: "Respuesta eliminada.",
  err_taken: "Otra respuesta ya tiene este atajo. Elige otro.",
  err_full: "Tu cuenta ya tiene todas las respuestas guardadas que puede tener. Elimina alguna que no necesites.",
  err_gone: "Alguien de tu equipo eliminó esta respuesta.",
  err_shortcut: "Solo letras, dígitos, - y _, 32 como máximo.",
  err_text:
    "Pon un texto, un archivo o ambos. Entre llaves solo puede ir '{name}' o '{number_name}'; un audio no lleva texto.",
  err_media: "Este archivo no se puede usar. Elige otro.",
};
