import * as account from '../account.ts';
import * as catalogue from '../catalogue.ts';
import * as contact from '../contact.ts';
import * as draw from '../draw/calls.ts';
import * as forms from '../forms.ts';
import * as legal from '../legal.ts';
import * as order from '../order.ts';
import * as payment from '../payment.ts';
import { paymentReturn } from '../payment-return.ts';
import * as photo from '../picture/photo.ts';
import * as push from '../push.ts';
import * as queue from '../queue.ts';
import * as refund from '../refund/refund.ts';
import * as seatmap from '../seatmap.ts';
import * as session from '../session.ts';
import * as documents from '../ticket/document-link.ts';
import * as later from '../ticket/later-forms.ts';
import * as tickets from '../ticket/tickets.ts';
import * as transfer from '../ticket/transfer.ts';
import * as waiting from '../waiting-list.ts';
import type { CallShape } from './call.ts';

/** The contract: every call of §7 once. The server mounts it, OpenAPI is generated from it, and the client takes its types from it. */
export const calls = {
  login: account.login,
  register: account.register,
  validateOtp: account.validateOtp,
  generateOtp: account.generateOtp,
  otpStatus: account.otpStatus,
  logout: account.logout,
  me: account.me,
  updateProfile: account.updateProfile,
  profilePhoto: photo.profilePhoto,
  changePhoto: photo.changePhoto,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  googleUrl: account.googleUrl,
  googleCompleteProfile: account.googleCompleteProfile,
  featuredEvents: catalogue.featuredEvents,
  promoEvents: catalogue.promoEvents,
  eventList: catalogue.eventList,
  eventSearch: catalogue.eventSearch,
  eventDetail: catalogue.eventDetail,
  provinces: catalogue.provinces,
  seatmapCategories: seatmap.seatmapCategories,
  seatmapLayout: seatmap.seatmapLayout,
  legalText: legal.legalText,
  sendContact: contact.sendContact,
  eventForms: forms.eventForms,
  session: session.session,
  exitSession: session.exitSession,
  setTurnPush: push.setTurnPush,
  joinQueue: session.joinQueue,
  queueLine: queue.queueLine,
  queueDraws: draw.queueDraws,
  drawList: draw.drawList,
  drawPlace: draw.drawPlace,
  waitingList: waiting.waitingList,
  joinWaitingList: waiting.joinWaitingList,
  leaveWaitingList: waiting.leaveWaitingList,
  orderPreview: order.orderPreview,
  createDraft: order.createDraft,
  readDraft: order.readDraft,
  cancelDraft: order.cancelDraft,
  submitForms: order.submitForms,
  paymentMethods: payment.paymentMethods,
  createPayment: payment.createPayment,
  paymentStatus: payment.paymentStatus,
  voidPayment: payment.voidPayment,
  paymentReturn,
  myTickets: tickets.myTickets,
  myEventTickets: tickets.myEventTickets,
  eventTicketsPdf: tickets.eventTicketsPdf,
  eTicket: tickets.eTicket,
  eTicketHtml: tickets.eTicketHtml,
  ticketPdf: tickets.ticketPdf,
  invoicePdf: tickets.invoicePdf,
  documentLink: documents.documentLink,
  documentFile: documents.documentFile,
  purchaseHistory: tickets.purchaseHistory,
  laterForms: later.laterForms,
  saveLaterForms: later.saveLaterForms,
  orderRefund: refund.orderRefund,
  askOrderRefund: refund.askOrderRefund,
  keepTickets: refund.keepTickets,
  ticketTransfer: transfer.ticketTransfer,
  offerTransfer: transfer.offerTransfer,
  withdrawTransfer: transfer.withdrawTransfer,
  readTransfer: transfer.readTransfer,
  acceptTransfer: transfer.acceptTransfer,
  refundAccount: refund.refundAccount,
  checkRefundAccount: refund.checkRefundAccount,
  giveRefundAccount: refund.giveRefundAccount,
} as const satisfies Record<string, CallShape>;

/** Name of a call. */
export type CallName = keyof typeof calls;
