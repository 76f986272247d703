import type { Words } from "../words.ts";

export const words: Words<"join"> = {
  title: "Unirse a una cuenta",
  joinText: "Entraste como {email}. ¿Te unes a la cuenta que te invitó?",
  join: "Unirme",
  otherAddress: "¿El correo llegó a otra dirección? Cierra la sesión y abre de nuevo el enlace del correo.",
  noneTitle: "No se encontró ninguna invitación",
  noneText: "Abre de nuevo el enlace de tu correo de invitación.",
  refusedTitle: "Esta invitación no se puede usar",
  refusedText:
    "Ya se usó o se retiró, tiene más de siete días o es para un correo distinto de {email}. Pide una nueva.",
  tooMany: "Demasiadas invitaciones no válidas. Espera una hora y abre de nuevo el enlace del correo.",
  already: "Ya perteneces a esta cuenta. Elígela en el menú.",
  toPanel: "Continuar",
  openTitle: "Abrir una cuenta",
  openIntro: "Una cuenta reúne tus números, tu equipo y tus claves. Tú serás su administrador.",
  name: "Nombre de la cuenta",
  nameHint: "Tu empresa o proyecto. Solo lo ve tu equipo.",
  trialHint: "Empieza con una prueba de {days} días: un número, {messages} mensajes al día, sin tarjeta.",
  open: "Abrir la cuenta",
  hasOne: "Ya tienes una cuenta.",
  hasOneText: "Cada persona puede abrir una sola prueba. Para trabajar en otra cuenta, pide una invitación.",
  unverified: "Confirma primero tu correo: abre el enlace o escribe el código del mensaje.",
  invitedInstead: "¿Te invitaron a un equipo? Entonces abre el enlace de ese correo.",
  byInvitation: "Pide una invitación",
  byInvitationText:
    "Entraste como {email} y aún no perteneces a ninguna cuenta. Pide a un administrador de tu equipo que invite a esta dirección y abre el enlace de ese correo.",
  err_name: "Indica un nombre de 1 a 100 caracteres.",
  err_conflict: "Ya abriste una cuenta. Pide una invitación para trabajar en otra.",
  err_limit: "Se abrieron demasiadas cuentas desde aquí. Inténtalo en una hora.",
};
