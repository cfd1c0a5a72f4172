import { escapeHtml } from '../../contract/texts/html.ts';
import { devPage } from '../../server/demo/tool-page.ts';

/** Asks which person signs in: a known one, or any address; works without scripts. */
export function chooserPage(
  people: readonly { readonly email: string; readonly name: string }[],
): string {
  const known = people
    .map(
      ({ email, name }) => `<li><form method="post">
<input type="hidden" name="email" value="${escapeHtml(email)}">
<input type="hidden" name="name" value="${escapeHtml(name)}">
<input type="hidden" name="email_verified" value="true">
<button>${escapeHtml(name)} (${escapeHtml(email)})</button></form></li>`,
    )
    .join('');
  return devPage(
    'Sign in: a stand-in for Google',
    `<p class="quiet">Development only. A server with GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET sends people to Google itself.</p>
<ul>${known}</ul>
<article><form method="post">
<p><label>E-mail <input name="email" type="email" required value="orang.baru@contoh.id"></label></p>
<p><label>Name <input name="name" value="Orang Baru"></label></p>
<p><label><input type="checkbox" name="email_verified" value="true" checked> the issuer vouches for the address</label></p>
<button>Sign in as this person</button></form></article>
<form method="post"><button name="cancel" value="1">Cancel</button></form>`,
  );
}
