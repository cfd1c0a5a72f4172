import type { Lane } from '../db/lanes.ts';
import type { Routes } from '../http/serve.ts';
import { routes as openApiRoutes } from '../openapi/openapi-routes.ts';
import { routes as mediaRoutes } from '../static/media.ts';
import { routes as accountRoutes } from './account.ts';
import { routes as catalogueRoutes } from './catalogue.ts';
import { routes as contactRoutes } from './contact.ts';
import { routes as controlRoutes } from './control.ts';
import { routes as deskRoutes } from './desk.ts';
import { routes as drawRoutes } from './draw.ts';
import { routes as formRoutes } from './forms.ts';
import { routes as gateRoutes } from './gate.ts';
import { routes as googleRoutes } from './google.ts';
import { routes as laterFormRoutes } from './later-forms.ts';
import { routes as legalRoutes } from './legal.ts';
import { routes as orderRoutes } from './order.ts';
import { routes as paymentRoutes } from './payment.ts';
import { routes as refundRoutes } from './refunds.ts';
import { routes as seatmapRoutes } from './seatmap.ts';
import { routes as sessionRoutes } from './session.ts';
import { routes as staffRoutes } from './staff.ts';
import { routes as ticketRoutes } from './tickets.ts';
import { routes as transferRoutes } from './transfers.ts';
import { routes as waitingListRoutes } from './waiting-list.ts';
import { routes as webhookRoutes } from './webhook.ts';

/** Each with the database connections that its calls use, so that one kind cannot take them from another (decision 024). */
export const routeFiles: readonly (readonly [Lane, Routes, share?: string])[] = [
  ['buy', accountRoutes, 'accounts'],
  ['buy', googleRoutes, 'accounts'],
  ['catalogue', catalogueRoutes],
  ['read', seatmapRoutes],
  ['read', formRoutes],
  ['buy', contactRoutes, 'accounts'],
  ['read', legalRoutes],
  ['buy', sessionRoutes],
  ['read', drawRoutes],
  ['buy', waitingListRoutes],
  ['buy', orderRoutes],
  ['buy', paymentRoutes],
  ['read', ticketRoutes],
  ['buy', refundRoutes],
  ['buy', laterFormRoutes, 'forms'],
  ['buy', transferRoutes, 'transfers'],
  ['read', gateRoutes],
  ['read', staffRoutes],
  ['buy', deskRoutes, 'desk'],
  ['buy', controlRoutes, 'control'],
  ['buy', webhookRoutes, 'notices'],
  ['read', openApiRoutes],
  ['read', mediaRoutes],
];
