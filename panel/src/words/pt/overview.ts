import type { Words } from "../words.ts";
export const words: Words<"overview"> = {
  title: "Visão geral",
  intro: "O que precisa da sua atenção e como está o dia.",
  emptyTitle: "Ainda não há nada para mostrar",
  emptyText:
    "Primeiro vincule um telefone. Depois esta página mostra quem espera resposta e como estão os seus números.",
  toStart: "Primeiros passos",
  troubles: "Precisa de atenção",
  noTroubles: "Está tudo funcionando.",
  webhookFails:
    "O webhook não aceita eventos. {count, plural, one {# evento aguarda} other {# eventos aguardam}} a próxima tentativa.",
  webhookPaused:
    "O webhook está pausado. {count, plural, one {# evento fica guardado} other {# eventos ficam guardados}} até ele responder de novo.",
  messagesNear: "As mensagens de hoje estão quase no fim.",
  messagesFull: "As mensagens de hoje acabaram. Nada novo é aceito até amanhã (UTC).",
  requestsNear: "As requisições deste mês estão quase no fim.",
  requestsFull: "As requisições deste mês acabaram. A API recusa outras até o mês que vem.",
  waiting: "Esperando resposta",
  waitingIntro: "Pessoas que escreveram e ainda não tiveram resposta, as mais recentes primeiro.",
  noneWaits: "Ninguém está esperando.",
  drafts:
    "{count, plural, one {# mensagem de um assistente aguarda} other {# mensagens de assistentes aguardam}} sua liberação",
  allWaiting: "Ver todas em Conversas",
  allWaitingCount: "Ver as {count} em Conversas",
  hidden: "Número oculto",
  today: "Hoje",
  todayIntro: "Mensagens de cada número desde a própria meia-noite, incluindo as digitadas no aparelho.",
  number: "Número",
  status: "Status",
  received: "Recebidas",
  sent: "Enviadas",
  sum: "No total: {received} recebidas, {sent} enviadas.",
};
