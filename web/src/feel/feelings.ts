/** The moments of a game that can be heard and felt. */
export type Feeling =
  'place' | 'raise' | 'take' | 'card' | 'turn' | 'win' | 'lose' | 'refused' | 'hurry';
