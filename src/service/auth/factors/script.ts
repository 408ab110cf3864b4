/**
 * For pages with passkeys: each form with options calls the authenticator, and sends its answer like any other form. Without
 * a browser that can, the forms stay hidden.
 */
export const factorScript = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (typeof PublicKeyCredential === 'undefined' || !PublicKeyCredential.parseRequestOptionsFromJSON) continue;
  const answer = form.querySelector('input[type=hidden]');
  const problem = form.querySelector('.problem');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      const options = JSON.parse(form.dataset.passkey);
      const credential = options.rp
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      answer.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
}
`;
