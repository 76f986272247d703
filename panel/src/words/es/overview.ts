import type { Words } from "../words.ts";
export const words: Words<"overview"> = {
  title: "Resumen",
  intro: "Qué requiere tu atención y cómo va el día.",
  emptyTitle: "Todavía no hay nada que mostrar",
  emptyText: "Primero vincula un teléfono. Después verás aquí quién espera respuesta y cómo están tus números.",
  toStart: "Primeros pasos",
  troubles: "Requiere atención",
  noTroubles: "Todo funciona.",
  webhookFails:
    "Su webhook no acepta eventos. {count, plural, one {# evento espera} other {# eventos esperan}} el próximo intento.",
  webhookPaused:
    "Su webhook está en pausa. {count, plural, one {Se guarda # evento} other {Se guardan # eventos}} hasta que vuelva a responder.",
  messagesNear: "Los mensajes de hoy están casi agotados.",
  messagesFull: "Los mensajes de hoy están agotados. No se acepta nada nuevo hasta mañana (UTC).",
  requestsNear: "Las solicitudes de este mes están casi agotadas.",
  requestsFull: "Las solicitudes de este mes están agotadas. La API no acepta más hasta el próximo mes.",
  waiting: "Esperan respuesta",
  waitingIntro: "Personas que escribieron y aún no tienen respuesta, las más recientes primero.",
  noneWaits: "Nadie está esperando.",
  drafts:
    "{count, plural, one {# mensaje de un asistente espera} other {# mensajes de asistentes esperan}} tu aprobación",
  allWaiting: "Ver todos en Chats",
  allWaitingCount: "Ver los {count} en Chats",
  hidden: "Número oculto",
  today: "Hoy",
  todayIntro: "Mensajes de cada número desde su propia medianoche, incluidos los escritos en su teléfono.",
  number: "Número",
  status: "Estado",
  received: "Recibidos",
  sent: "Enviados",
  sum: "En total: {received} recibidos, {sent} enviados.",
};
