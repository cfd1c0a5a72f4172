import type { Payment } from '../../../contract/payment.ts';
import { rupiah } from '../../text/format.ts';
import type { TextKey, TextValues } from '../../text/translate.ts';

/** A text of the catalogue with its values. */
export interface Wording {
  readonly key: TextKey;
  readonly values?: TextValues;
}

/** One way to pay a charge, in numbered steps. */
export interface WayToPay {
  /** Null where there is only one. */
  readonly title: Wording | null;
  readonly steps: readonly Wording[];
  /** True where the steps name menus, which a bank may rename. */
  readonly namesMenus: boolean;
}

/** What the page can offer besides the steps. */
export interface Reach {
  readonly isPhone: boolean;
  readonly isOnline: boolean;
  /** A link to the app or page of the wallet. */
  readonly hasLink: boolean;
  /** A QR code that only its gateway draws, so that it cannot be saved here. */
  readonly hasPicture: boolean;
}

interface BankMenus {
  readonly bank: string;
  readonly app: string;
  readonly inApp: readonly string[];
  readonly atMachine: readonly string[];
}

/** Menus of the banks in the order of their presses; banks name them in Indonesian, whatever the language of the page is. */
const bankMenus: Readonly<Record<string, BankMenus>> = {
  bca: {
    bank: 'BCA',
    app: 'BCA mobile',
    inApp: ['m-BCA', 'm-Transfer', 'BCA Virtual Account'],
    atMachine: ['Transaksi Lainnya', 'Transfer', 'Ke Rek BCA Virtual Account'],
  },
  bni: {
    bank: 'BNI',
    app: 'wondr by BNI',
    inApp: ['Transfer', 'Virtual Account'],
    atMachine: ['Menu Lain', 'Transfer', 'Virtual Account Billing'],
  },
  bri: {
    bank: 'BRI',
    app: 'BRImo',
    inApp: ['BRIVA', 'Pembayaran Baru'],
    atMachine: ['Transaksi Lain', 'Pembayaran', 'Lainnya', 'BRIVA'],
  },
  permata: {
    bank: 'Permata',
    app: 'PermataMobile X',
    inApp: ['Bayar Tagihan', 'Virtual Account'],
    atMachine: ['Transaksi Lainnya', 'Pembayaran', 'Pembayaran Lainnya', 'Virtual Account'],
  },
  cimb: {
    bank: 'CIMB Niaga',
    app: 'OCTO Mobile',
    inApp: ['Transfer', 'Ke Rekening CIMB Niaga Lain'],
    atMachine: ['Pembayaran', 'Lanjut', 'Virtual Account'],
  },
  mandiri: {
    bank: 'Mandiri',
    app: 'Livin’ by Mandiri',
    inApp: ['Bayar/VA'],
    atMachine: ['Bayar/Beli', 'Lainnya', 'Multi Payment'],
  },
};

/**
 * The steps of every way to pay a charge, for a gateway that sends none; the first is the one to show open. Empty for a charge that the page
 * cannot say how to pay.
 */
export function waysToPay(payment: Payment, reach: Reach): readonly WayToPay[] {
  const { bill_key, push, qr_string, virtual_account } = payment.payment_data;
  const app = payment.payment_method_name;
  const ending: readonly Wording[] = [
    { key: 'payment.step.amount', values: { amount: rupiah(payment.amount) } },
    { key: reach.isOnline ? 'payment.step.back' : 'payment.step.backOffline' },
  ];
  const only = (...steps: readonly Wording[]): readonly WayToPay[] => [
    { title: null, steps: [...steps, ...ending], namesMenus: false },
  ];
  if (push === true) {
    return only(
      { key: 'payment.step.pushApp', values: { app } },
      { key: 'payment.step.push', values: { app } },
    );
  }
  if (reach.hasLink) {
    const connect: readonly Wording[] = reach.isOnline
      ? []
      : [{ key: 'payment.step.connect', values: { app } }];
    return only(
      ...connect,
      { key: 'payment.step.app' },
      { key: 'payment.step.wallet', values: { app } },
    );
  }
  if (qr_string !== null || reach.hasPicture) {
    const isAnyApp = payment.payment_method === 'qris';
    const scan: Wording = isAnyApp
      ? { key: 'payment.step.scan' }
      : { key: 'payment.step.scanWith', values: { app } };
    if (!reach.isPhone || reach.hasPicture || !isAnyApp) return only(scan);
    return [
      {
        title: { key: 'payment.way.thisPhone' },
        steps: [{ key: 'payment.step.saveQr' }, { key: 'payment.step.uploadQr' }, ...ending],
        namesMenus: false,
      },
      {
        title: { key: 'payment.way.otherPhone' },
        steps: [scan, ...ending],
        namesMenus: false,
      },
    ];
  }
  if (bill_key == null && virtual_account === null) return [];
  return throughBank(payment, ending);
}

/** The app and the machines of the bank of a number; a bank whose menus are not known here has one common way. */
function throughBank(payment: Payment, ending: readonly Wording[]): readonly WayToPay[] {
  const { bank, bill_key } = payment.payment_data;
  const isBill = bill_key != null;
  const code = (bank ?? payment.payment_method).toLowerCase();
  const menus = bankMenus[code];
  const number: Wording = { key: isBill ? 'payment.step.billNumbers' : 'payment.step.number' };
  if (menus === undefined) {
    const first: Wording = { key: isBill ? 'payment.step.bill' : 'payment.step.bank' };
    return [{ title: null, steps: [first, number, ...ending], namesMenus: false }];
  }
  const choose = (names: readonly string[]): Wording => ({
    key: 'payment.step.menu',
    values: { menu: names.join(' › ') },
  });
  // A machine of Mandiri asks for the company first, also where the number says it.
  const isSplit = code === 'mandiri' && !isBill;
  return [
    {
      title: { key: 'payment.way.app', values: { app: menus.app } },
      steps: [
        { key: 'payment.step.openApp', values: { app: menus.app } },
        choose(menus.inApp),
        number,
        ...ending,
      ],
      namesMenus: true,
    },
    {
      title: { key: 'payment.way.machine', values: { bank: menus.bank } },
      steps: [
        { key: 'payment.step.card' },
        choose(menus.atMachine),
        isSplit ? { key: 'payment.step.splitNumber' } : number,
        ...ending,
      ],
      namesMenus: true,
    },
  ];
}
