import { fromPromise } from 'xstate';
import type { ControlFigures } from '../../contract/staff/control.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { ControlAct, Said } from './control.types.ts';

/** The effects of the control machine. */
export const controlPorts = {
  /** GET /control/{slug}: the same figures for everybody who reads within a second. */
  read: fromPromise<Result<ControlFigures>, { readonly slug: string }>(notProvided('control.read')),
  /** The calls below /control/{slug}: refused as `actImpossible` with the reason. */
  act: fromPromise<Result<Said>, { readonly slug: string; readonly act: ControlAct }>(
    notProvided('control.act'),
  ),
};
