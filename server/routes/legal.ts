import { calls } from '../../contract/call/calls.ts';
import type { Routes } from '../http/serve.ts';

/** Terms of service and privacy policy of the operator (§2.403). */
export const routes: Routes = (serve, { legal }) => {
  serve(calls.legalText, ({ params }) => Promise.resolve({ data: legal[params.document] }));
};
