import { defineInstructed } from './model/instructed-model.ts';

export const command = defineInstructed('command', 'Lets a model follow a command file of the workflows folder.');
