#version 430 core
// Wrong: 5,000 blocks inside each other.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
if (result[0] < 1.0) {
result[1] = 1.0;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
