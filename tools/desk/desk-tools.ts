import { escapeHtml } from '../../contract/texts/html.ts';
import type { DeskState } from './state.ts';

/** A button that sends one body to one tool; the desk's script sends it and renders the state again. */
function tool(words: string, path: string, body: object, look = ''): string {
  return `<button type="button"${look} data-tool="${escapeHtml(path)}" data-body="${escapeHtml(JSON.stringify(body))}">${escapeHtml(words)}</button>`;
}

function clockTool({ now, offset_seconds: offset }: DeskState): string {
  const wib = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Jakarta',
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(now));
  return `<h3>Clock</h3>
<p class="value">${wib} WIB<br><span class="quiet">${offset === 0 ? 'the system’s time' : `${spanWords(offset)} ahead of the system`}</span></p>
<p class="steps-of-time">${[
    tool('+1 min', '/dev/clock', { advance_seconds: 60 }),
    tool('+5 min', '/dev/clock', { advance_seconds: 300 }),
    tool('+15 min', '/dev/clock', { advance_seconds: 900 }),
    tool('+1 day', '/dev/clock', { advance_seconds: 86_400 }),
  ].join('')}</p>`;
}

/** A span of seconds in its two largest units. */
export function spanWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.length === 0 ? '0 s' : shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

function queueTool({ rooms, events }: DeskState): string {
  const rows = rooms
    .map(
      (room) => `<li><p class="value"><code>${escapeHtml(room.slug)}</code><br>
<span class="quiet">room for ${room.capacity ?? 'all'}${room.paused ? ', <strong>paused</strong>' : ''} · ${room.online} inside, ${room.waiting} waiting</span></p>
<p class="row">${tool('Let 1 in', `/dev/queue/${room.slug}`, { promote: 1 })}${tool(
        room.paused ? 'Resume' : 'Pause',
        `/dev/queue/${room.slug}`,
        { paused: !room.paused },
      )}</p></li>`,
    )
    .join('');
  const choices = events
    .map((slug) => `<option${slug === 'pesta-rakyat-bandung' ? ' selected' : ''}>${slug}</option>`)
    .join('');
  return `<h3>Queue</h3>
${rows === '' ? '<p class="quiet">Every room has room for all, and nobody is in one.</p>' : `<ul class="rows">${rows}</ul>`}
<form data-form="queue"><p class="field"><label for="q-slug">Event</label><select id="q-slug" name="slug">${choices}</select></p>
<p class="field"><label for="q-capacity">Room for (empty: all)</label><input id="q-capacity" name="capacity" type="number" min="0" max="1000000" inputmode="numeric"></p>
<p class="row"><button>Set room</button></p></form>
<form data-form="kick"><p class="field"><label for="k-email">Kick the account</label><input id="k-email" name="kick" type="email" value="pembeli@contoh.id" required></p>
<p class="field"><label for="k-reason">Reason (may be empty)</label><input id="k-reason" name="reason" maxlength="200"></p>
<p class="row"><button>Kick</button></p></form>`;
}

function paymentTool({ payments }: DeskState): string {
  const rows = payments
    .map((payment) => {
      const path = `/dev/gateway/${payment.id}`;
      const amount = new Intl.NumberFormat('id-ID').format(payment.amount);
      return `<li><p class="value"><a href="${path}">${escapeHtml(payment.order_code)}</a><br><span class="quiet">Rp${amount}, ${escapeHtml(payment.method)}</span></p>
<p class="row">${tool('Settle', path, { outcome: 'settlement' })}${tool('Expire', path, { outcome: 'expire' })}${tool('Deny', path, { outcome: 'deny' })}</p></li>`;
    })
    .join('');
  return `<h3><a href="/dev/gateway">Payments</a></h3>
${rows === '' ? '<p class="quiet">No payment is pending.</p>' : `<ul class="rows">${rows}</ul>`}`;
}

function mailTool({ mail_delay_seconds: delay }: DeskState): string {
  return `<h3><a href="/dev/mail">Mail</a></h3>
<p class="value">${delay === 0 ? 'E-mails arrive at once.' : `E-mails arrive after <strong>${spanWords(delay)}</strong>.`}</p>
<p class="row">${tool('At once', '/dev/mail', { delay_seconds: 0 })}${tool('After 90 s', '/dev/mail', { delay_seconds: 90 })}</p>`;
}

function brokerTool({ broker_up: up }: DeskState): string {
  return `<h3>Broker</h3>
<p class="value">${up ? 'Up: messages reach every page.' : '<strong>Down</strong>: pages poll.'}</p>
<p class="row">${tool(up ? 'Take it down' : 'Bring it back', '/dev/broker', { up: !up })}</p>`;
}

function gateTool({ events }: DeskState): string {
  const choices = events.map((slug) => `<option>${slug}</option>`).join('');
  return `<h3>Gate</h3>
<form action="/dev/gate" target="_blank"><p class="field"><label for="g-slug">Gates of</label><select id="g-slug" name="slug">${choices}</select></p>
<p class="row"><button>Open with a new pass</button></p></form>`;
}

function faultTool({ faults }: DeskState): string {
  const rows = faults
    .map(({ path, method, status, delay_seconds: delay, times, when }) => {
      const wait = delay === undefined ? '' : `waits ${delay} s`;
      const answer = status === undefined ? '' : `answers ${status}`;
      const words = [wait, when === 'after' ? `${answer} after its work` : answer]
        .filter((part) => part !== '')
        .join(', ');
      const often = times === undefined ? '' : `, ${times} more`;
      return `<li><p class="value"><code>${escapeHtml(`${method ?? ''} ${path}`.trim())}</code><br><span class="quiet">${words}${often}</span></p></li>`;
    })
    .join('');
  return `<h3>Faults</h3>
${rows === '' ? '<p class="quiet">Every call works.</p>' : `<ul class="rows">${rows}</ul>`}
<form data-form="fault"><p class="field"><label for="f-path">Calls (* for any part)</label><input id="f-path" name="path" value="/api/event/*/order-preview" required pattern="/api/.+"></p>
<div class="pair"><p class="field"><label for="f-status">Answer</label><input id="f-status" name="status" type="number" min="200" max="599" value="500" inputmode="numeric"></p>
<p class="field"><label for="f-delay">After s</label><input id="f-delay" name="delay_seconds" type="number" min="0" max="120" inputmode="numeric"></p>
<p class="field"><label for="f-times">Times</label><input id="f-times" name="times" type="number" min="1" max="1000" placeholder="all" inputmode="numeric"></p></div>
<p class="row"><button>Add fault</button><button type="button" data-tool="/dev/faults" data-method="DELETE">End all</button></p></form>`;
}

/** The tools with the state each one has put the server in. */
export function toolsPanel(state: DeskState): string {
  const offset = state.offset_seconds === 0 ? 'on time' : `+${spanWords(state.offset_seconds)}`;
  const faults = state.faults.length === 1 ? '1 fault' : `${state.faults.length} faults`;
  return `<details id="tools" open>
<summary><h2>Tools</h2><span class="chips"><span class="chip">${offset}</span><span class="chip"${state.broker_up ? '' : ' data-alert'}>broker ${state.broker_up ? 'up' : 'down'}</span><span class="chip"${state.faults.length === 0 ? '' : ' data-alert'}>${faults}</span></span></summary>
<div class="panel">
<div class="tool">${clockTool(state)}</div>
<div class="tool">${queueTool(state)}</div>
<div class="tool">${paymentTool(state)}</div>
<div class="tool">${mailTool(state)}</div>
<div class="tool">${gateTool(state)}</div>
<div class="tool">${brokerTool(state)}</div>
<div class="tool">${faultTool(state)}</div>
<div class="tool"><h3>Reset</h3>
<p class="quiet">Everybody signed out, the clock on time, no order left.</p>
<p class="row">${tool('Reset people', '/dev/reset', { keep_events: true })}${tool('Reset everything', '/dev/reset', {}, ' class="danger"')}</p></div>
</div>
</details>`;
}
