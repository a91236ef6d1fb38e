/** Asking the server about tournaments. */
import { post, request } from '../../protocol/api';
import type { NewTournament, TournamentPage, Tournaments } from '../../protocol/messages';

const at = (id: string, path = '') => `/api/tournaments/${encodeURIComponent(id)}${path}`;

export const getTournaments = () => request<Tournaments>('/api/tournaments');
export const getTournament = (id: string) => request<TournamentPage>(at(id));
export const makeTournament = (wanted: NewTournament) =>
  post<TournamentPage>('/api/tournaments', wanted);
export const enter = (id: string) => post<TournamentPage>(at(id, '/enter'), {});
export const leave = (id: string) => post<TournamentPage>(at(id, '/leave'), {});
export const start = (id: string) => post<TournamentPage>(at(id, '/start'), {});
export const cancel = (id: string) => post<TournamentPage>(at(id, '/cancel'), {});
export const setAbsent = (id: string, absent: boolean) =>
  post<TournamentPage>(at(id, '/absent'), { absent });
export const resultsOf = (id: string) => at(id, '/results.csv');
export const pathOf = (id: string) => `/tournament/${id}`;
