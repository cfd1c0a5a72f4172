/* ES5: it has to run where the app cannot. Says why a page did not start, and shows stored tickets and legal texts without the app. */
(function () {
  var waitMs = 10000;
  var words = {
    id: {
      old: 'Halaman ini tidak dapat berjalan di peramban ini.',
      oldHelp:
        'Perbarui peramban atau sistem ponsel Anda, atau buka di perangkat lain. Yang didukung: Chrome 99, Firefox 104, Safari 15.4, dan yang lebih baru.',
      lost: 'Halaman ini belum berhasil dimuat.',
      lostHelp: 'Periksa jaringan Anda, lalu muat ulang.',
      again: 'Muat ulang',
      tickets: 'Tiket di perangkat ini. Tunjukkan kodenya di pintu masuk.',
      seat: 'Kursi',
      code: 'Kode',
    },
    en: {
      old: 'This page cannot run in this browser.',
      oldHelp:
        'Update the browser or the system of your phone, or open the page on another device. Supported: Chrome 99, Firefox 104, Safari 15.4, and newer ones.',
      lost: 'This page has not loaded.',
      lostHelp: 'Check your network, then reload.',
      again: 'Reload',
      tickets: 'Tickets on this device. Show their codes at the gate.',
      seat: 'Seat',
      code: 'Code',
    },
  };
  var page = document.documentElement;
  var box = null;

  function stored(name) {
    var text = null;
    try {
      text = localStorage.getItem('roetix:v1:' + name);
      return JSON.parse(text);
    } catch (_error) {
      return text;
    }
  }

  function isStarted() {
    return page.hasAttribute('data-started');
  }

  function add(to, name, text) {
    var element = document.createElement(name);
    if (text) element.textContent = text;
    to.appendChild(element);
    return element;
  }

  function show(isOld) {
    if (box !== null || isStarted() || !document.body) return;
    var locale = stored('locale');
    var said = words[locale] || words[page.lang] || words.id;
    box = document.createElement('div');
    box.setAttribute('role', 'alert');
    box.setAttribute('lang', said === words.en ? 'en' : 'id');
    box.style.cssText =
      'padding:16px;background:#fff4d6;color:#1d1420;font:16px/1.5 system-ui,sans-serif';
    add(add(box, 'p'), 'strong', isOld ? said.old : said.lost);
    add(box, 'p', isOld ? said.oldHelp : said.lostHelp);
    var again = add(add(box, 'p'), 'a', said.again);
    again.setAttribute('href', location.href);
    again.style.color = 'inherit';
    document.body.insertBefore(box, document.body.firstChild);
    if (/^\/(kept-tickets|my-tickets|e-ticket)(\/|$)/.test(location.pathname)) showTickets(said);
    var legal = /^\/(terms|privacy)\/?$/.exec(location.pathname);
    if (legal !== null) showLegal(legal[1], locale);
  }

  function showTickets(said) {
    var owner = stored('ticketsOf');
    if (!owner || !window.indexedDB) return;
    var opening = indexedDB.open('roetix-tickets');
    opening.onupgradeneeded = function () {
      // There is no ticket: an empty database would keep the app from making its own.
      opening.transaction.abort();
    };
    opening.onsuccess = function () {
      var db = opening.result;
      var reading = db.transaction('answers').objectStore('answers').getAll();
      reading.onsuccess = function () {
        db.close();
        var all = reading.result.filter(function (kept) {
          return kept.owner === owner;
        });
        listTickets(all, said);
      };
    };
  }

  function listTickets(all, said) {
    var events = {};
    var list = document.createElement('ul');
    function line(title, when, place, ticket) {
      var seat = ticket.seat_number ? said.seat + ' ' + ticket.seat_number : ticket.ticket_type;
      var code = said.code + ': ' + ticket.ticket_code;
      var parts = [title, when, place, seat || ticket.category_name, ticket.holder_name, code];
      add(list, 'li', parts.filter(Boolean).join(' · '));
    }
    var shown = {};
    all.forEach(function (kept) {
      if (kept.name === 'orders') {
        kept.value.forEach(function (order) {
          events['event/' + order.event_slug] = order;
        });
      }
      var full = kept.name.indexOf('ticket/') === 0 && kept.value.ticket;
      if (!full) return;
      shown[full.id] = true;
      line(full.event_name, full.event_date, full.venue_name, full);
    });
    all.forEach(function (kept) {
      var event = events[kept.name];
      if (!event) return;
      kept.value.data.forEach(function (ticket) {
        if (!shown[ticket.id]) line(event.name, event.datetime, event.venue_name, ticket);
      });
    });
    if (list.firstChild === null) return;
    add(box, 'p', said.tickets);
    box.appendChild(list);
  }

  function showLegal(name, locale) {
    var request = new XMLHttpRequest();
    request.open('GET', '/api/legal/' + name);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-requested-with', 'roetix');
    request.onload = function () {
      var html = JSON.parse(request.responseText).data.html;
      // As text alone: nothing here cleans markup.
      var text = new DOMParser().parseFromString(html[locale] || html.id, 'text/html').body;
      var parts = text.querySelectorAll('h1,h2,h3,p,li');
      [].forEach.call(parts, function (part) {
        add(box, 'p', part.textContent);
      });
    };
    request.send();
  }

  function onError(event) {
    var target = event.target;
    var isFile = target && target.tagName === 'SCRIPT';
    var file = isFile ? target.src : event.filename;
    // Scripts of browser extensions and of networks fail without harm.
    if (file && file.indexOf(location.origin + '/') === 0) show(!isFile);
  }

  window.addEventListener('error', onError, true);
  if (!('noModule' in document.createElement('script'))) {
    document.addEventListener('DOMContentLoaded', function () {
      show(true);
    });
  }
  window.addEventListener('load', function () {
    setTimeout(show, waitMs, false);
  });
  // A page that was only slow takes the notice away.
  var watch = new MutationObserver(function () {
    if (!isStarted()) return;
    watch.disconnect();
    if (box !== null) box.parentNode.removeChild(box);
  });
  watch.observe(page, { attributes: true });
})();
