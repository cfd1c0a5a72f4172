import { authentication, codes } from './account.ts';
import { network } from './network.ts';
import { orderForm } from './order-form.ts';
import { methods, payments } from './payment.ts';
import { queue } from './queue.ts';
import type { Scenario } from './scenario.ts';
import { seatPage } from './seats.ts';
import { lastMinutes, sessions } from './session.ts';
import { lists, tickets } from './tickets.ts';
import { vouchers } from './vouchers.ts';

/** Every scenario by name; the name is part of its address, /dev/go/{name}. */
export const registry = {
  ...authentication,
  ...codes,
  ...sessions,
  ...queue,
  ...seatPage,
  ...vouchers,
  ...orderForm,
  ...methods,
  ...payments,
  ...lastMinutes,
  ...tickets,
  ...lists,
  ...network,
} as const satisfies Readonly<Record<string, Scenario>>;

/** Name of a scenario. */
export type ScenarioName = keyof typeof registry;

/** Every name with its scenario, in the order of the desk. */
export const scenarioList = Object.entries(registry) as readonly (readonly [
  ScenarioName,
  Scenario,
])[];

/** The scenario of a name from a request; null for an unknown name. */
export function findScenario(name: string): Scenario | null {
  return Object.hasOwn(registry, name) ? registry[name as ScenarioName] : null;
}
