import { defineInstructed } from './model/instructed-model.ts';

export const skill = defineInstructed('skill', 'Lets a model follow a skill file of the workflows folder.');
