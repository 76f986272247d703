import type { Words } from "../words.ts";

export const words: Words<"start"> = {
  title: "Primeros pasos",
  intro: "Cuatro pasos desde cero hasta tu primer mensaje.",
  done: "Hecho",
  todo: "Por hacer",
  allDone: "Todo listo. Estos pasos desaparecen ahora del menú.",
  addTitle: "Añade un número",
  addText: "Dale un nombre que tu equipo conozca.",
  linkTitle: "Vincula su teléfono",
  linkText: "Escanea un código con el teléfono o escríbelo en él. Puedes seguir usando el teléfono como antes.",
  messageTitle: "Escribe un mensaje",
  messageText: "Escribe al número desde otro teléfono y responde en Chats.",
  systemTitle: "Conecta tu sistema",
  systemText: "Crea una clave para enviar por la API, o un webhook para recibir avisos de los mensajes.",
  go_add: "Añadir un número",
  go_link: "Vincular el teléfono",
  go_message: "Abrir chats",
  go_system: "Crear una clave",
  goWebhook: "Configurar un webhook",
  progress: "{done} de {all} hechos",
};
