// Passkeys: what the house asks a browser for (WebAuthn level 2), and its answer, as JSON.

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const named = (keys) => (keys ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

/** Whether this browser has passkeys at this address: a secure one, and no bare number. */
export const arePasskeysPossible = () => Boolean(window.PublicKeyCredential) && !/^[\d.]+$|^\[/.test(location.hostname);

/** Make a passkey and return it for the house. */
export async function makePasskey({ publicKey }) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: named(publicKey.excludeCredentials),
    },
  });
  return answered(made, { attestationObject: text(made.response.attestationObject) });
}

/** Let somebody prove himself by a passkey and return the answer for the house. */
export async function usePasskey({ publicKey }) {
  const used = await navigator.credentials.get({
    publicKey: { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials: named(publicKey.allowCredentials) },
  });
  const { authenticatorData, signature, userHandle } = used.response;
  return answered(used, {
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  });
}

function answered(credential, response) {
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { clientDataJSON: text(credential.response.clientDataJSON), ...response },
  };
}
