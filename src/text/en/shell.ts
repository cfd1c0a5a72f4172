import { english, type words as indonesian } from '../id/shell.ts';

/** English texts of the page layout and the home page. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,
  // British English, also where the spec words it differently.
  'header.searchPlaceholder': 'Search for events, venues or organisers...',
  'footer.organizer': 'Organisers',
  'footer.organizeEvent': 'Organise an Event',
  'footer.aboutUs': 'About Us',
  'home.headline': 'Every Great Event Starts with {product}',
  'home.organizeEvent': 'Organise an Event',
  'strip.title': 'Your Purchases',

  'common.close': 'Close',
  'common.cancel': 'Cancel',
  'common.ok': 'OK',
  'common.retry': 'Try Again',
  'common.loading': 'Loading…',
  'common.free': 'Free',
  'common.newTab': 'opens in a new tab',
  'common.skipToContent': 'Skip to content',
  'common.language': 'Language',
  'common.theme': 'Theme',
  'common.themeSystem': 'System',
  'common.themeLight': 'Light',
  'common.themeDark': 'Dark',
  'demo.strip': 'Demo: simulated money, tickets are not valid',
  'common.choose': 'Choose…',

  'countdown.minutes': '{n} min left',
  'countdown.seconds': '{n} {n|second|seconds} left',

  'pager.page': 'Page {page} of {total}',
  'pager.goTo': 'Page {page}',
  'pager.previous': 'Previous',
  'pager.next': 'Next',

  'header.home': '{product}, to the home page',
  'header.menu': 'Menu',
  'header.search': 'Search events',
  'header.searchResults': 'Search suggestions',
  'header.province': 'Province',
  'header.provinceAll': 'All Provinces',
  'header.provinceChosen': 'Province: {name}',
  'header.provinceFound': '{n} {n|province|provinces}',
  'header.provinceNone': 'No province matches.',
  'header.provinceFailed': 'The provinces could not be loaded.',
  'header.navigation': 'Main navigation',

  'bar.label': 'Bottom navigation',

  'footer.social': 'Social media',
  'footer.chat': '{product} on a messaging app',
  'footer.photos': '{product} on a photo-sharing app',
  'footer.videos': '{product} on a video site',
  'legal.terms': 'Terms of Service',
  'legal.privacy': 'Privacy Policy',

  'footer.rights': 'Copyright {year} {product}',

  'home.intro': 'Concerts, theatre, festivals and seminars all over Indonesia, with a fair queue.',
  'home.partnerText': 'Sell your event with a fair queue and seats that are never sold twice.',
  'home.chips': 'Quick choices',
  'home.tonight': 'Tonight',
  'home.weekend': 'This weekend',
  'home.near': 'Near you',
  'home.loadingLists': 'Loading events',
  'home.listFailed': 'The events could not be loaded.',

  'card.organizer': 'Organiser',
  'card.details': 'See Details',
  'sale.notYet': 'On sale soon',
  'sale.presaleSoon': 'Presale soon',
  'sale.roomSoon': 'On sale soon',
  'sale.waitingRoom': 'Waiting room open',
  'sale.presale': 'Presale',
  'sale.paused': 'Sales paused',
  'sale.soldOut': 'Sold out',
  'sale.postponed': 'Postponed',
  'sale.over': 'Sales ended',
  'sale.closed': 'Sales closed',
  'sale.cancelled': 'Cancelled',
  'sale.notYetText': 'Tickets go on sale on {when}.',
  'sale.presaleSoonText': 'The presale opens on {when}, for buyers with a code or on the list.',
  'sale.roomSoonText':
    'The waiting room opens on {when}. When the sale starts, the order of everybody in it is drawn.',
  'sale.waitingRoomText':
    'Come in before {when}: the order of everybody in the waiting room is drawn then. Coming early gives no advantage.',
  'sale.presaleText':
    'Buyers with a presale code or on the list can buy now. The presale ends on {when}.',
  'sale.pausedText': 'The organiser has paused ticket sales for a while. Please come back soon.',
  'sale.soldOutText': 'All tickets of this event are sold.',
  'sale.postponedText':
    'The organiser has postponed this event. Tickets stay valid; the new date will follow.',
  'sale.overText': 'This event began on {when}. Its tickets are no longer sold.',
  'sale.closedText': 'The organiser has closed the ticket sales of this event.',
  'sale.cancelledText': 'The organiser has cancelled this event. Its tickets are no longer sold.',
  'sale.opensIn': 'Opens in',
  'card.tba': 'TBA',
  'price.percent': '+ {name} {percent} %',
  'price.tax': 'tax',
  'price.fixed': '+ {amount} per {n|ticket|order}',
  'sample.label': 'Sample data',

  'event.venue': 'Venue',
  'event.date': 'Date',
  'event.time': 'Time',
  'event.readerTime': '({time} your time)',

  'error.screenTitle': 'Something went wrong',
  'error.screenText': 'This page could not be shown. Your session and order are safe.',
  'error.reload': 'Reload the page',

  'title.home': 'Tickets for concerts, theatre and festivals',

  'header.accountMenu': 'Account menu of {name}',

  'footer.tagline': 'A great night out starts with a fair queue.',

  'home.promoBadge': 'Promo',

  'login.emailInvalid': 'This is not a valid email address',
  'common.phonePrefix': 'Country code',
  'notFound.search': 'Find Events',
  'tickets.title': 'My Orders',
  'page.loading': 'Loading the page',
  'page.connecting': 'Connecting to the server… We keep trying by ourselves.',
  'page.home': 'Back to Home',

  'search.found': 'Showing {count} of {total} {total|event|events}',

  'history.loading': 'Loading transactions',
};
