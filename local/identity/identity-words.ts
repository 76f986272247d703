const EN = {
  welcome: "Welcome",
  intro: "This gateway runs on your machine. Look around right away, or create an account as your customers would.",
  lookAround: "Look around without an account",
  signIn: "Sign in",
  signUp: "Create an account",
  email: "Email address",
  password: "Password",
  passwordHint: "At least 12 characters",
  newPassword: "New password",
  forgot: "Forgot your password?",
  code: "Code",
  codeSent: "We sent a code to {email}.",
  seeMail: "View mail on this machine",
  confirm: "Confirm",
  reset: "Set new password",
  sendCode: "Send a code",
  sendAnother: "Send another code",
  back: "Back to sign in",
  wrong: "The email address or password is incorrect.",
  locked: "Too many incorrect passwords. Wait 15 minutes, or set a new password.",
  wrongCode: "This code is incorrect or has expired.",
  tooMany: "Too many requests from your network. Wait a minute, then try again.",
  tooManyMails: "Too many codes requested. Wait 15 minutes, then request another.",
  tooManyCodes: "Too many incorrect codes today. Try again tomorrow.",
  shortPassword: "Choose a password of at least 12 characters.",
  badEmail: "Enter an email address, such as ana@example.com.",
  passwordSet: "Your new password is set. Sign in with it.",
  mailTitle: "Mail on this machine",
  haveAccount: "You already have an account",
  haveAccountText:
    "Someone tried to create an account with your email address. You already have one. Sign in, or set a new password on the sign-in page. If it wasn't you, you don't need to do anything.",
  noMail: "No mail yet.",
  gone: "This sign-in can't continue. It took too long, has already finished, or wasn't started from the panel.",
  again: "Start again",
};
export type IdentityWords = typeof EN;

const ES: IdentityWords = {
  welcome: "Te damos la bienvenida",
  intro:
    "Esta pasarela funciona en tu máquina. Echa un vistazo ahora mismo o abre una cuenta como lo harían tus clientes.",
  lookAround: "Echar un vistazo sin cuenta",
  signIn: "Iniciar sesión",
  signUp: "Abrir una cuenta",
  email: "Correo electrónico",
  password: "Contraseña",
  passwordHint: "Al menos 12 caracteres",
  newPassword: "Contraseña nueva",
  forgot: "¿Olvidaste tu contraseña?",
  code: "Código",
  codeSent: "Enviamos un código a {email}.",
  seeMail: "Ver el correo en esta máquina",
  confirm: "Confirmar",
  reset: "Guardar la contraseña nueva",
  sendCode: "Enviar un código",
  sendAnother: "Enviar otro código",
  back: "Volver a iniciar sesión",
  wrong: "El correo o la contraseña no son correctos.",
  locked: "Demasiadas contraseñas incorrectas. Espera quince minutos o crea una nueva.",
  wrongCode: "El código no es correcto o es demasiado antiguo.",
  tooMany: "Demasiadas solicitudes desde tu red. Espera un minuto y vuelve a intentarlo.",
  tooManyMails: "Se pidieron demasiados códigos. Espera un cuarto de hora y pide otro.",
  tooManyCodes: "Demasiados códigos incorrectos hoy. Inténtalo mañana.",
  shortPassword: "Elige una contraseña de al menos 12 caracteres.",
  badEmail: "Escribe un correo electrónico, como ana@example.com.",
  passwordSet: "Tu contraseña nueva está guardada. Inicia sesión con ella.",
  mailTitle: "Correo en esta máquina",
  haveAccount: "Ya tienes una cuenta",
  haveAccountText:
    "Alguien quiso abrir una cuenta con tu dirección. Ya tienes una: inicia sesión o crea allí una contraseña nueva. Si no fuiste tú, no hay nada que hacer.",
  noMail: "Todavía no hay correo.",
  gone: "Este inicio de sesión no puede seguir: tardó demasiado, ya terminó o no empezó en el panel.",
  again: "Empezar de nuevo",
};

const PT: IdentityWords = {
  welcome: "Boas-vindas",
  intro: "Este gateway roda na sua máquina. Dê uma olhada agora mesmo, ou abra uma conta como seus clientes fariam.",
  lookAround: "Dar uma olhada sem conta",
  signIn: "Entrar",
  signUp: "Abrir uma conta",
  email: "E-mail",
  password: "Senha",
  passwordHint: "Pelo menos 12 caracteres",
  newPassword: "Nova senha",
  forgot: "Esqueceu a senha?",
  code: "Código",
  codeSent: "Enviamos um código para {email}.",
  seeMail: "Ver os e-mails nesta máquina",
  confirm: "Confirmar",
  reset: "Salvar a nova senha",
  sendCode: "Enviar um código",
  sendAnother: "Enviar outro código",
  back: "Voltar para entrar",
  wrong: "O e-mail ou a senha estão errados.",
  locked: "Senhas erradas demais. Espere quinze minutos ou crie uma nova.",
  wrongCode: "O código está errado ou é antigo demais.",
  tooMany: "Solicitações demais da sua rede. Espere um minuto e tente de novo.",
  tooManyMails: "Códigos demais foram pedidos. Espere quinze minutos e peça outro.",
  tooManyCodes: "Códigos errados demais hoje. Tente de novo amanhã.",
  shortPassword: "Escolha uma senha de pelo menos 12 caracteres.",
  badEmail: "Informe um e-mail, como ana@example.com.",
  passwordSet: "Sua nova senha foi salva. Entre com ela.",
  mailTitle: "E-mails nesta máquina",
  haveAccount: "Você já tem uma conta",
  haveAccountText:
    "Alguém quis abrir uma conta com o seu endereço. Você já tem uma: entre ou crie lá uma nova senha. Se não foi você, não há nada a fazer.",
  noMail: "Ainda não há e-mails.",
  gone: "Esta entrada não pode continuar: demorou demais, já terminou ou não começou no painel.",
  again: "Começar de novo",
};

/**
 * Returns the texts in the user's preferred language.
 * @param accept the browser's `Accept-Language`. @param locales the panel's `ui_locales`, which takes precedence.
 */
export function identityWords(
  accept: string | undefined,
  locales?: unknown,
): { language: string; words: IdentityWords } {
  const asked = `${typeof locales === "string" ? locales : ""} ${accept ?? ""}`;
  const wanted = asked.split(/[ ,]/).map((one) => one.slice(0, 2).toLowerCase());
  const language = wanted.find((one) => one === "es" || one === "pt" || one === "en") ?? "en";
  return { language, words: language === "es" ? ES : language === "pt" ? PT : EN };
}
